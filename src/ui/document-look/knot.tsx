/** The bow tied across the thread, 32 × 28, loops at right angles to it. */
export function Knot() {
  return (
    <svg width="32" height="28" viewBox="0 0 32 28" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d="M14 14C12 10 8.6 8.6 6.2 8.9 3.8 9.3 2.9 11.6 3.4 14c.5 2.4 2.5 3.9 5 3.6 2.4-.3 4.6-1.7 5.6-3.6Z" />
      <path d="M18 14c2-4 5.4-5.4 7.8-5.1 2.4.4 3.3 2.7 2.8 5.1-.5 2.4-2.5 3.9-5 3.6-2.4-.3-4.6-1.7-5.6-3.6Z" />
      <rect x="13.5" y="11.5" width="5" height="6" rx="1.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
