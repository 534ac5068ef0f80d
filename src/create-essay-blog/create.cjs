#!/usr/bin/env node
// `npm create essay-blog my-blog` is `blog init my-blog`.
process.argv.splice(2, 0, 'init');
require('essay-blog/bin/blog.js');
