import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { Clock, dayIn, type CalendarDate } from '../../../platform/values/index.js';
import { OrganizationService } from '../../organization/index.js';
import { projectOfferingNotFound } from '../offerings/project-offering.rules.js';
import { RecordedTime } from '../ports/recorded-time.port.js';
import { asOfDate, type CalculationThreshold } from './calculation-threshold.js';
import { MetricsBasisRepository } from './metrics-basis.repository.js';
import { offeringBases, type OfferingScope, type OfferingTerms } from './metrics-basis.js';
import { offeringMetrics, type OfferingMetrics } from './offering-metrics.js';
import { projectKpis, type ProjectKpis } from './project-kpis.js';

/** When metrics were calculated, and up to which day actual time counts in them. */
export interface Calculation {
  readonly calculatedAt: Date;
  readonly threshold: CalculationThreshold;
  readonly asOf: CalendarDate;
}

export interface CalculatedOffering {
  readonly calculation: Calculation;
  readonly currencyCode: string;
  readonly metrics: OfferingMetrics;
}

@Injectable()
export class MetricsService {
  constructor(
    private readonly basis: MetricsBasisRepository,
    private readonly recordedTime: RecordedTime,
    private readonly organizations: OrganizationService,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /** @throws 404 also when the offering is in another project */
  ofOffering(organizationId: string, projectId: string, id: string): Promise<CalculatedOffering> {
    const scope = { projectId, offeringId: id };
    return this.database.snapshotAhead(async () => {
      const [[offering], calculation] = await Promise.all([
        this.basis.offerings(organizationId, scope),
        this.calculation(organizationId),
      ]);
      if (!offering) throw projectOfferingNotFound();
      const found = this.metricsOf(organizationId, scope, [offering], calculation.asOf);
      const complete = ([metrics]: readonly OfferingMetrics[]): CalculatedOffering => ({
        calculation,
        currencyCode: offering.currency_code,
        metrics: metrics as OfferingMetrics,
      });
      return { answer: found.then(complete) };
    });
  }

  /** The sums of the metrics of all offerings of a project; everything is asked for when the first promise is kept. */
  async ofProject(
    organizationId: string,
    projectId: string,
  ): Promise<{ readonly answer: Promise<ProjectKpis> }> {
    const scope = { projectId };
    const [offerings, { asOf }] = await Promise.all([
      this.basis.offerings(organizationId, scope),
      this.calculation(organizationId),
    ]);
    return { answer: this.metricsOf(organizationId, scope, offerings, asOf).then(projectKpis) };
  }

  private async calculation(organizationId: string): Promise<Calculation> {
    const { time_zone, calculation_threshold: threshold } = await this.organizations.get(organizationId);
    const calculatedAt = this.clock.now();
    return { calculatedAt, threshold, asOf: asOfDate(threshold, dayIn(time_zone, calculatedAt)) };
  }

  /** @param offerings of one project, so of one currency */
  private async metricsOf(
    organizationId: string,
    scope: OfferingScope,
    offerings: readonly OfferingTerms[],
    asOf: CalendarDate,
  ): Promise<OfferingMetrics[]> {
    const [first] = offerings;
    if (!first) return [];
    const currency = first.currency_code;
    const [actual, planned] = await Promise.all([
      this.recordedTime.hoursUpTo(
        organizationId,
        offerings.map(({ id }) => id),
        asOf,
        currency,
      ),
      this.basis.roles(organizationId, scope, currency, asOf),
    ]);
    return offeringBases(offerings, planned, actual).map((offering) => offeringMetrics(offering, asOf));
  }
}
