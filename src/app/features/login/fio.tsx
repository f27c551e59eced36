import styles from './public-frame.module.css';

/** A drawing of the product's idea in one line: dashed up to the knot, solid after it. */
export function Fio() {
  return (
    <svg className={styles.fio} viewBox="0 0 492 40" width="492" height="40" aria-hidden focusable="false">
      <circle cx="8" cy="20" r="7" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="4 3.3" />
      <path d="M20 20h204" stroke="currentColor" strokeWidth="2" strokeDasharray="7 6" />
      <path d="M226 20h252" stroke="currentColor" strokeWidth="2" />
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        <ellipse cx="242" cy="10" rx="6" ry="7.5" />
        <ellipse cx="242" cy="30" rx="6" ry="7.5" />
      </g>
      <rect x="237" y="15.5" width="10" height="9" rx="2.5" fill="currentColor" />
      <circle cx="484" cy="20" r="7" fill="var(--focus-inv)" />
    </svg>
  );
}
