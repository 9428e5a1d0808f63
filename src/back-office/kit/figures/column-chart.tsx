import styles from './column-chart.module.css';

interface ColumnChartProps {
  /** Null where a period has no value. */
  readonly values: readonly (number | null)[];
}

/** Column chart that starts at zero; the highest column fills the plot. Its numbers are in the table beside it. */
export function ColumnChart({ values }: ColumnChartProps) {
  const highest = Math.max(...values.map((value) => value ?? 0), 1e-9);
  const columns = values.map((value, index) => {
    const height = Math.max(value ?? 0, 0) / highest;
    return height === 0 ? '' : `M${index + 0.1} 1V${(1 - height).toFixed(4)}h0.8V1z`;
  });
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${Math.max(values.length, 1)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={columns.join('')} />
    </svg>
  );
}
