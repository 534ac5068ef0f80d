"""Opens pages in WebKitGTK: for each line of JSON, `{url, width, height, expression}`, prints the value of the expression,
or of its promise, as `{"value": JSON}`; or `{"error": text}`.
"""
import json
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


def answer(**fields):
    print(json.dumps(fields), flush=True)
    Gtk.main_quit()


def open_page(url, width, height, expression):
    view = WebKit2.WebView()
    window = Gtk.OffscreenWindow()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()

    def on_load(view, event):
        if event == WebKit2.LoadEvent.FINISHED:
            body = "await document.fonts.ready; return JSON.stringify(await (" + expression + "))"
            view.call_async_javascript_function(body, -1, None, None, None, None, on_value)

    def on_value(view, result):
        try:
            value = view.call_async_javascript_function_finish(result).to_string()
        except GLib.Error as error:
            answer(error=str(error))
        else:
            answer(value=value)

    view.connect("load-changed", on_load)
    view.connect("load-failed", lambda view, event, uri, error: answer(error=str(error)))
    view.connect("web-process-terminated", lambda view, reason: answer(error="The web process ended"))
    view.load_uri(url)
    return window


for line in sys.stdin:
    window = open_page(**json.loads(line))
    Gtk.main()
    window.destroy()
