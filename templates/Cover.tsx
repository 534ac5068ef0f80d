import type { ImageProps } from 'essay-blog';

/** For `sizes`: the full width of the window, up to the greatest width of a cover on an essay's page. */
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
