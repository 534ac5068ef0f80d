"""Opens a page in WebKitGTK, and prints the value of a JavaScript expression, or of its promise, as JSON.

    webkit.py URL WIDTH HEIGHT EXPRESSION
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

url, width, height, expression = sys.argv[1:]
view = WebKit2.WebView()
window = Gtk.OffscreenWindow()
window.set_default_size(int(width), int(height))
window.add(view)
window.show_all()


def fail(error):
    """Leaves at once: the main loop would go on after an exception."""
    print(error, file=sys.stderr, flush=True)
    os._exit(1)


def on_load(view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        body = "await document.fonts.ready; return JSON.stringify(await (" + expression + "))"
        view.call_async_javascript_function(body, -1, None, None, None, None, on_value)


def on_value(view, result):
    try:
        print(view.call_async_javascript_function_finish(result).to_string(), flush=True)
    except GLib.Error as error:
        fail(error)
    Gtk.main_quit()


view.connect("load-changed", on_load)
view.connect("load-failed", lambda view, event, uri, error: fail(error))
view.connect("web-process-terminated", lambda view, reason: fail("The web process ended"))
view.load_uri(url)
Gtk.main()
