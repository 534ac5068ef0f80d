import type { ImageProps } from 'essay-blog';

/** The picture above the title, as wide as the window allows. */
export function Cover({ image }: { readonly image: ImageProps }) {
  return (
    <img
      className="cover"
      src={image.url}
      srcSet={image.srcSet ?? undefined}
      sizes={image.srcSet ? '100vw' : undefined}
      alt={image.alt}
      width={image.width ?? undefined}
      height={image.height ?? undefined}
    />
  );
}
