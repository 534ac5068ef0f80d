import { pngHeader as png } from '../../support/pictures.ts';
import type { Row } from '../../support/written.ts';

const MEDIA = {
  'content/essays/hill.png': png(800, 600),
  'content/essays/film.mp4': 'film',
  'content/essays/talk.mp3': 'talk',
};

export const rows: readonly Row[] = [
  {
    written: '`::youtube{id="dQw4w9WgXcQ" title="A film"}`',
    body: '::youtube{id="dQw4w9WgXcQ" title="A film"}\n\n::vimeo{id="1084537"}',
    shown: ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'A film', '1084537'],
    hidden: ['::'],
  },
  {
    written: '`::video{src="film.mp4" poster="still.jpg"}`',
    body: '::video{src="film.mp4" poster="hill.png"}',
    files: MEDIA,
    shown: ['<video', 'poster="/assets/hill.', 'src="/assets/film.'],
  },
  {
    written: '`::audio{src="talk.mp3"}`',
    body: '::audio{src="talk.mp3"}',
    files: MEDIA,
    shown: ['<audio', 'src="/assets/talk.'],
  },
  {
    written: '`::figure[The *hill* at noon]{src="hill.jpg" alt="A hill" link="https://b.example"}`',
    body: 'Text.\n\n::figure[The *hill* at noon]{src="hill.png" alt="A hill" link="https://b.example"}',
    files: MEDIA,
    shown: [
      '<figure',
      '<a href="https://b.example" rel="noopener">',
      'alt="A hill"',
      'The <em>hill</em> at noon',
    ],
  },
  {
    written: '`::gist{id="ann/0123abcd"}`',
    body: '::gist{id="ann/0123abcd"}',
    shown: ['href="https://gist.github.com/ann/0123abcd"'],
  },
  {
    written: '`::post{url="https://mastodon.example/@ann/1"}`',
    body: '::post{url="https://mastodon.example/@ann/1"}',
    shown: ['href="https://mastodon.example/@ann/1"'],
  },
  {
    written: '`::map{place="Rome"}`, with `templates/shortcodes/Map.tsx`',
    body: '::map{place="Rome"}',
    files: {
      'templates/shortcodes/Map.tsx':
        'export const Map = ({ place }: { place: string }) => <p className="map">{place}</p>;\n',
    },
    shown: ['<p class="map">Rome</p>'],
  },
];
