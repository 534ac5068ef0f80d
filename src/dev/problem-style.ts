/**
 * The style sheet of the pages and the panel on which `blog dev` shows problems.
 *
 * A string, so that the sources run without a compiler.
 */
export const PROBLEM_CSS = `/* Styles the development server's own pages, and the badge and the list of problems over a page. */
:host,
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfc, #15171a);
  --red: light-dark(#a3231b, #f49a8c);
  --link: light-dark(#1f5f99, #8fc1ea);
  --soft: light-dark(#54565b, #aaaaa6);
  --tint: light-dark(#f3f3f1, #1f2226);
  --rule: light-dark(#d8d8d6, #34373c);
}
main {
  max-width: 57rem;
  margin: 0 auto;
  padding: 2rem clamp(1rem, 4vw, 2.5rem);
  color: light-dark(#1c1d20, #e3e2de);
  font-family: system-ui, sans-serif;
  line-height: 1.5;
  text-align: left;
  overflow-wrap: anywhere;
}
.waiting {
  padding-top: 30vh;
  text-align: center;
}
.waiting,
.note,
.place,
.cause,
.number {
  color: var(--soft);
}
.error {
  --tone: var(--red);
}
.warning {
  --tone: light-dark(#8a5a00, #e0a83f);
}
.notice {
  --tone: light-dark(#2f6f9f, #7db6dd);
}
h1.error,
.label,
.hint::before,
.marker b {
  color: var(--tone);
}
h1 {
  margin: 0;
  font-size: 1.5rem;
}
h2 {
  margin: 0;
  font-size: 1.0625rem;
}
p {
  margin: 0.25rem 0;
}
code,
pre {
  font-family: ui-monospace, Menlo, Consolas, monospace;
  font-size: 0.875rem;
  tab-size: 4;
}
pre {
  padding: 0.75rem 0;
  overflow-x: auto;
  background: var(--tint);
  border-radius: 0.375rem;
}
pre > code {
  display: block;
  width: max-content;
  min-width: 100%;
}
.cause {
  padding-inline: 1rem;
  white-space: pre-wrap;
}
section {
  margin-top: 1.5rem;
  padding-top: 1.5rem;
  border-top: 1px solid var(--rule);
}
.label {
  margin-right: 0.25em;
  font-weight: 400;
}
h2 code,
.hint code {
  padding: 0 0.2em;
  background: var(--tint);
}
.row {
  display: block;
  padding-right: 1rem;
}
.here {
  background: light-dark(#fbe8b0, #473a16);
}
.number {
  display: inline-block;
  width: 2.5rem;
  padding-right: 1rem;
  text-align: right;
  user-select: none;
}
.hint::before {
  content: "→ ";
}
a,
.open {
  color: var(--link);
  text-decoration: underline;
  text-decoration-color: color-mix(in srgb, currentcolor 35%, transparent);
  text-underline-offset: 0.2em;
}
a:hover,
.open:hover {
  text-decoration-color: currentcolor;
}
.open {
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  text-align: left;
  cursor: pointer;
}
.place a {
  color: inherit;
  font-size: 0.875rem;
}
output {
  color: var(--soft);
}
li output:not(:empty) {
  margin-left: 0.5em;
}
/* The answer of the editor stands in a line of its own. */
.place {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
}
.place > :first-child {
  margin-right: 0.75em;
}
.place output:not(:empty) {
  order: 1;
  flex-basis: 100%;
}
:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
  border-radius: 2px;
}
details {
  margin-top: 0.5rem;
}
summary {
  width: fit-content;
  color: var(--soft);
  cursor: pointer;
}
ul {
  margin: 0.5rem 0 0;
  padding: 0;
  list-style: none;
}
li {
  padding: 0.375rem 0;
  border-top: 1px solid var(--rule);
  font-size: 0.9375rem;
}
.manual p {
  margin: 1rem 0 0;
}
.manual p:empty {
  display: none;
}
.Bad {
  color: var(--red);
}
.Good {
  color: light-dark(#22703a, #7fc894);
}
form {
  position: sticky;
  top: 1rem;
  float: right;
  margin-left: 1rem;
}
.close,
.badge {
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--rule);
  border-radius: 1rem;
  background: var(--paper);
  color: var(--soft);
  font:
    0.8125rem / 1.5 system-ui,
    sans-serif;
  cursor: pointer;
}
.close:hover,
.badge:hover {
  border-color: currentcolor;
}
.badge {
  position: fixed;
  right: calc(0.75rem + env(safe-area-inset-right));
  bottom: calc(0.75rem + env(safe-area-inset-bottom));
  z-index: 2147483647;
  box-shadow: 0 1px 4px rgb(0 0 0 / 0.12);
}
.badge::before {
  content: "";
  display: inline-block;
  width: 0.5rem;
  height: 0.5rem;
  margin-right: 0.5rem;
  border-radius: 50%;
  background: var(--tone);
}
@media print {
  .badge {
    display: none;
  }
}
dialog {
  width: 100%;
  max-width: none;
  height: 100%;
  max-height: none;
  padding: 0;
  border: 0;
  background: light-dark(rgb(255 255 255 / 0.6), rgb(0 0 0 / 0.6));
  overscroll-behavior: contain;
}
dialog main {
  margin-block: 4vh;
  border: 1px solid var(--rule);
  border-radius: 0.5rem;
  background: var(--paper);
}
`;
