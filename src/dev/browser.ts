/**
 * The author's own browser.
 */
import open from 'open';

/** Opens a URL; what the system says where that is not possible, else null. */
export async function openInBrowser(url: string): Promise<string | null> {
  try {
    await open(url);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
