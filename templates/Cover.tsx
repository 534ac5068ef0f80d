import type { ImageProps } from 'essay-blog';

/** For `sizes`: the whole window, up to the widest that an essay's picture gets (`--full` in `skin.css`). */
const WIDTH = 'min(100vw, 64.25rem)';

/** The picture above the title, as wide as the window allows. */
export function Cover({ image }: { readonly image: ImageProps }) {
  return (
    <img
      className="cover"
      src={image.url}
      srcSet={image.wideSrcSet ?? undefined}
      sizes={image.wideSrcSet ? WIDTH : undefined}
      alt={image.alt}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
    />
  );
}
