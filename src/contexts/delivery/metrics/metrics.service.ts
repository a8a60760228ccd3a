import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/index.js';
import { Clock, dayIn, grouped, type CalendarDate } from '../../../platform/values/index.js';
import { OrganizationService, type CalculationThreshold } from '../../organization/index.js';
import { projectOfferingNotFound } from '../offerings/project-offering.rules.js';
import { RecordedTime } from '../ports/recorded-time.port.js';
import { asOfDate } from '../figures/calculation-threshold.js';
import { MetricsBasisRepository } from '../metrics-basis/metrics-basis.repository.js';
import { offeringBases, type OfferingScope, type OfferingTerms } from '../metrics-basis/metrics-basis.js';
import { offeringMetrics, type OfferingMetrics } from '../figures/offering-metrics.js';
import { projectKpis, type ProjectKpis } from '../figures/project-kpis.js';

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
    return this.database.snapshot(async () => {
      const [[offering], calculation] = await Promise.all([
        this.basis.offerings(organizationId, scope),
        this.calculation(organizationId),
      ]);
      if (!offering) throw projectOfferingNotFound();
      const [metrics] = await this.metricsOf(organizationId, scope, [offering], calculation.asOf);
      return { calculation, currencyCode: offering.currency_code, metrics: metrics as OfferingMetrics };
    });
  }

  async ofProject(organizationId: string, projectId: string): Promise<ProjectKpis> {
    const kpis = await this.kpisIn(organizationId, { projectId });
    return kpis.get(projectId) ?? projectKpis([]);
  }

  /** In as many statements as for one of them, in their order. */
  async ofProjects(organizationId: string, projectIds: readonly string[]): Promise<ProjectKpis[]> {
    const kpis = await this.kpisIn(organizationId, { projectIds });
    return projectIds.map((id) => kpis.get(id) ?? projectKpis([]));
  }

  private async kpisIn(organizationId: string, scope: OfferingScope): Promise<Map<string, ProjectKpis>> {
    const [offerings, { asOf }] = await Promise.all([
      this.basis.offerings(organizationId, scope),
      this.calculation(organizationId),
    ]);
    const metrics = await this.metricsOf(organizationId, scope, offerings, asOf);
    const ofProject = grouped(metrics, ({ projectId }) => projectId);
    return new Map([...ofProject].map(([id, list]) => [id, projectKpis(list)]));
  }

  private async calculation(organizationId: string): Promise<Calculation> {
    const { time_zone, calculation_threshold: threshold } = await this.organizations.get(organizationId);
    const calculatedAt = this.clock.now();
    return { calculatedAt, threshold, asOf: asOfDate(threshold, dayIn(time_zone, calculatedAt)) };
  }

  private async metricsOf(
    organizationId: string,
    scope: OfferingScope,
    offerings: readonly OfferingTerms[],
    asOf: CalendarDate,
  ): Promise<OfferingMetrics[]> {
    if (offerings.length === 0) return [];
    const [actual, planned] = await Promise.all([
      this.recordedTime.hoursUpTo(
        organizationId,
        offerings.map(({ id }) => id),
        asOf,
      ),
      this.basis.roles(organizationId, scope, asOf),
    ]);
    return offeringBases(offerings, planned, actual).map((offering) => offeringMetrics(offering, asOf));
  }
}
