import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { inHours } from '../../hours/hundredths.js';
import { longDay, shortDay, today } from '../../hours/weeks.js';
import { lastDayOf, weeksUntil, type WeekOfHours } from './hours-by-week.js';
import styles from './hours-chart.module.css';

const WIDTH = 1000;
const HEIGHT = 260;

interface HoursChartProps {
  readonly weeks: readonly WeekOfHours[];
  /** In hundredths. */
  readonly sold: number;
  /** Whether what was worked is known. */
  readonly showsActual: boolean;
}

/** Hours as they add up week by week, from left to right in every language as all of its axis. */
export const HoursChart = ({ weeks, sold, showsActual }: HoursChartProps) => {
  const worked = showsActual ? weeksUntil(weeks, today()) : [];
  const last = weeks.at(-1);
  const most = Math.max(100, sold, last?.plannedSoFar ?? 0, worked.at(-1)?.actualSoFar ?? 0);
  const y = scaleLinear().domain([0, most]).range([HEIGHT, 0]).nice(4);
  // At the end of each week stands what has come together by then.
  const x = scaleLinear().domain([0, weeks.length]).range([0, WIDTH]);
  const points = (list: readonly WeekOfHours[], of: (week: WeekOfHours) => number) =>
    [0, ...list.map(of)].map((hours, index): [number, number] => [x(index), y(hours)]);
  const actual = points(worked, (week) => week.actualSoFar);
  const words = `${inHours(last?.plannedSoFar ?? 0)} hours planned, ${
    showsActual ? `${inHours(worked.at(-1)?.actualSoFar ?? 0)} worked, ` : ''
  }${inHours(sold)} sold`;
  return (
    <figure className={styles.figure} dir="ltr">
      <div className={styles.levels} aria-hidden="true">
        {y.ticks(4).map((hours) => (
          <span key={hours} style={{ insetBlockStart: `${(y(hours) / HEIGHT) * 100}%` }}>
            {inHours(hours)}
          </span>
        ))}
      </div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Hours as they add up by week: ${words}`}
      >
        {y.ticks(4).map((hours) => (
          <line key={hours} className={styles.level} x1="0" x2={WIDTH} y1={y(hours)} y2={y(hours)} />
        ))}
        {worked.length > 0 && (
          <>
            <path className={styles.actualArea} d={area().y0(HEIGHT)(actual) ?? ''} />
            <path className={styles.actual} d={line()(actual) ?? ''} />
          </>
        )}
        <path className={styles.planned} d={line()(points(weeks, (week) => week.plannedSoFar)) ?? ''} />
        {sold > 0 && <line className={styles.sold} x1="0" x2={WIDTH} y1={y(sold)} y2={y(sold)} />}
      </svg>
      <div className={styles.days} aria-hidden="true">
        <span>{weeks[0] && shortDay(weeks[0].monday)}</span>
        <span>{last && longDay(lastDayOf(last))}</span>
      </div>
      <figcaption className={styles.legend}>
        <Key look="planned">Planned</Key>
        {showsActual && <Key look="actual">Worked</Key>}
        {sold > 0 && <Key look="sold">Sold in all</Key>}
      </figcaption>
    </figure>
  );
};

const Key = ({
  look,
  children,
}: {
  readonly look: 'planned' | 'actual' | 'sold';
  readonly children: string;
}) => (
  <span>
    <svg className={styles.key} viewBox="0 0 24 10" aria-hidden="true">
      <line className={styles[look]} x1="0" x2="24" y1="5" y2="5" />
    </svg>
    {children}
  </span>
);
