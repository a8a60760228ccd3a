import { declareSettings } from '../config/declared-settings.js';
import { declareMigrations } from '../database/index.js';
import { declareTopics } from '../events/index.js';
import { declareHealth } from '../health/index.js';
import { declareDescription, declarePermission, declareScope, declareTags } from '../http/index.js';
import { declareGauges } from '../metrics/index.js';
import { declareRecords, declareResources } from '../resources/index.js';
import { declareRetention } from '../retention/index.js';
import type { Context } from './context.js';

const installed: Context[] = [];

/** @throws Error for a duplicate name, scope, tag, topic, resource, setting, gauge, health part or retention */
export function installContexts(contexts: readonly Context[]): void {
  for (const context of contexts) {
    const { name, scopes = [], permissions = {}, topics = {}, resources = [], records = {} } = context;
    const { tags = {}, description } = context;
    const { settings, gauges, health, retention, migrations } = context;
    if (installed.some((other) => other.name === name)) {
      throw new Error(`There is a context "${name}" already: give the other one another name.`);
    }
    for (const scope of scopes) declareScope(scope);
    for (const [permission, meaning] of Object.entries(permissions)) declarePermission(permission, meaning);
    declareTopics(Object.values(topics), scopes[0]);
    declareResources(resources);
    declareRecords(records);
    declareTags(tags);
    if (description) declareDescription(description);
    if (settings) declareSettings(settings);
    if (gauges) declareGauges(gauges);
    if (health) declareHealth(health);
    if (retention) declareRetention(retention);
    if (migrations) declareMigrations(name, migrations);
    installed.push(context);
  }
}

export const installedContexts = (): readonly Context[] => installed;
