import { classes } from '../../ui/classes.js';
import styles from './health-chart.module.css';
import { inWords, sumOf, totalOf, type Hour } from './health-sums.js';

const WIDTH = 10;
const GAP = 2;
const HEIGHT = 60;
/** What did not arrive stands below the line: nobody needs the colour. */
const BELOW = 18;

interface HealthChartProps {
  readonly hours: readonly Hour[];
  readonly isTall?: boolean;
  readonly legend?: string;
}

export const HealthChart = ({ hours, isTall = false, legend }: HealthChartProps) => {
  const sums = hours.map(sumOf);
  const most = Math.max(1, ...sums.map(({ delivered, waiting }) => delivered + waiting));
  const mostFailed = Math.max(1, ...sums.map(({ failed }) => failed));
  return (
    <figure>
      <svg
        className={classes(styles.chart, isTall && styles.tall)}
        viewBox={`0 0 ${hours.length * WIDTH} ${HEIGHT + BELOW}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The last 24 hours: ${inWords(totalOf(hours))}`}
      >
        {sums.map(({ delivered, waiting, failed }, index) => {
          const [full, open] = [delivered, waiting].map((count) => (count / most) * (HEIGHT - 2)) as [
            number,
            number,
          ];
          const bar = { x: index * WIDTH, width: WIDTH - GAP };
          return (
            <g key={hours[index]?.started_date}>
              <rect {...bar} className={styles.delivered} y={HEIGHT - full} height={full} />
              <rect {...bar} className={styles.waiting} y={HEIGHT - full - open} height={open} />
              <rect
                {...bar}
                className={styles.failed}
                y={HEIGHT + 2}
                height={(failed / mostFailed) * (BELOW - 2)}
              />
            </g>
          );
        })}
        <line
          className={styles.base}
          x1="0"
          x2={hours.length * WIDTH}
          y1={HEIGHT}
          y2={HEIGHT}
          strokeWidth="1"
        />
      </svg>
      {legend !== undefined && <figcaption className={styles.legend}>{legend}</figcaption>}
    </figure>
  );
};
