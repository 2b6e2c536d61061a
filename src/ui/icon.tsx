const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13Zm4.8-1.7L20 20',
  down: 'm6 9 6 6 6-6',
  left: 'm15 6-6 6 6 6',
  right: 'm9 6 6 6-6 6',
  sortUp: 'M12 19V5m-6 6 6-6 6 6',
  sortDown: 'M12 5v14m6-6-6 6-6-6',
  toFirst: 'M5 4h14M12 20V9m-5 5 5-5 5 5',
  toLast: 'M5 20h14M12 4v11m5-5-5 5-5-5',
  close: 'm6 6 12 12M18 6 6 18',
  file: 'M14 3H6v18h12V7l-4-4Zm0 0v4h4M12 18v-6m-2.5 2.5L12 12l2.5 2.5',
} as const;

/** Icon draws one of this site's few icons as decoration: the text next to it carries the meaning. */
export function Icon({ name, size = 16 }: { name: keyof typeof PATHS; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
