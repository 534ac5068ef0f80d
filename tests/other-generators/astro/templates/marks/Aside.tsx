/** The author's own component, in the place of Astro's. */
export function Aside({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <aside>
      <strong>{title}</strong>
      {children}
    </aside>
  );
}
