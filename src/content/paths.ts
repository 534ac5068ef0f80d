/**
 * Where an author's files lie, relative to the site's root.
 */

export const CONFIG_PATH = 'content/site.yaml';
export const ABOUT_PATH = 'content/about.md';
export const ESSAYS_FOLDER = 'content/essays';
export const PUBLIC_FOLDER = 'content/public';
