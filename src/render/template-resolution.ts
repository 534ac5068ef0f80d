/**
 * Where the compiler finds things: a template in the site's `templates/`, then among those of the
 * package, file by file, so that a site can replace a single component; React in the site if it has
 * both halves of it, else in the package.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { writeAsHtml } from './react-as-html.ts';

/** Looks for each file of the templates in the site first, then in the package. */
export function overlayTemplates(root: string, packageRoot: string): Plugin {
  const folders = [join(root, 'templates'), join(packageRoot, 'templates')];
  return {
    name: 'overlay-templates',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, async ({ path, resolveDir, kind, pluginData }) => {
        const folder = folders.find((each) => (resolveDir + sep).startsWith(each + sep));
        if (folder === undefined || pluginData === 'overlay') return undefined;
        const inside = relative(folder, resolve(resolveDir, path));
        for (const each of folders) {
          const found = await build.resolve(`./${inside.split(sep).join('/')}`, {
            kind,
            resolveDir: each,
            pluginData: 'overlay',
          });
          if (found.errors.length === 0) return found;
        }
        return undefined;
      });
    },
  };
}

/** The site's own file of the templates, or the package's where it has none. */
export function findTemplate(file: string, root: string, packageRoot: string): string {
  const own = join(root, 'templates', file);
  return existsSync(own) ? own : join(packageRoot, 'templates', file);
}

/**
 * Resolves React, one copy for everything. Of the server renderer only the part that renders static
 * markup is taken, and made to write HTML. `<Suspense>` becomes a fragment: static markup cannot wait,
 * and React would show the fallback in place of an error without a word.
 */
export function provideReact(root: string, packageRoot: string): Plugin {
  const home = findReactHome(root, packageRoot);
  const require = createRequire(join(home, 'package.json'));
  return {
    name: 'provide-react',
    setup(build) {
      build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, namespace }) => {
        if (path === 'react' && namespace !== 'react-without-suspense') {
          return { path, namespace: 'react-without-suspense' };
        }
        if (path === 'react-dom/server') return { path: findStaticRenderer(require) };
        return { path: require.resolve(path) };
      });
      build.onLoad({ filter: /.*/, namespace: 'react-without-suspense' }, () => ({
        contents: `const React = require('react');
          module.exports = { ...React, Suspense: React.Fragment };`,
        resolveDir: home,
      }));
      build.onLoad({ filter: /react-dom-server-legacy\.node\.production\.js$/ }, ({ path }) => ({
        contents: writeAsHtml(readFileSync(path, 'utf8')),
      }));
    },
  };
}

/**
 * Resolves what makes a tree of boxes out of React's elements, for cards: the one that the renderer of
 * cards brings along. It takes React from where the templates do, so that hooks work.
 */
export function provideCardTree(packageRoot: string): Plugin {
  const require = createRequire(join(packageRoot, 'package.json'));
  return {
    name: 'provide-card-tree',
    setup(build) {
      build.onResolve({ filter: /^@takumi-rs\/helpers\// }, ({ path }) => {
        return { path: createRequire(require.resolve('@takumi-rs/core')).resolve(path) };
      });
    },
  };
}

/** The folder from which React is resolved: the site's if it has both halves, else the package's. */
export function findReactHome(root: string, packageRoot: string): string {
  return [root, packageRoot].find((folder) => hasReact(folder)) ?? packageRoot;
}

function hasReact(folder: string): boolean {
  const require = createRequire(join(folder, 'package.json'));
  try {
    for (const part of ['react', 'react/jsx-runtime', 'react-dom/server']) require.resolve(part);
    return true;
  } catch {
    return false;
  }
}

function findStaticRenderer(require: NodeJS.Require): string {
  const folder = dirname(require.resolve('react-dom/package.json'));
  const file = join(folder, 'cjs', 'react-dom-server-legacy.node.production.js');
  return existsSync(file) ? file : require.resolve('react-dom/server');
}

/** In the style sheet, `url(/images/x.png)` is a path of the site: it gets the base path. */
export function linkToSite(base: string): Plugin {
  return {
    name: 'link-to-site',
    setup(build) {
      build.onResolve({ filter: /^\// }, ({ path, kind }) =>
        kind === 'url-token' ? { path: base + path, external: true } : undefined,
      );
    },
  };
}
