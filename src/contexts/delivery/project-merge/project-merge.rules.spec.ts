import { describe, expect, it } from '@jest/globals';
import {
  mergedListsMustHaveRoom,
  mergedProjectsMustDiffer,
  mergedProjectsMustHaveOneCurrency,
  mergedProjectsMustHaveOneModel,
  mergeSourceMustHaveNoTime,
} from './project-merge.rules.js';

const refusal = (code: string) => expect.objectContaining({ code }) as never;
const project = (id: string, members: object = {}) => ({
  id,
  project_model: 'client' as const,
  currency_code: 'USD',
  ...members,
});

describe('projects that are merged', () => {
  const [target, source] = [project('a'), project('b')];

  it('are two: project.merge_into_itself', () => {
    expect(() => mergedProjectsMustDiffer(target, source)).not.toThrow();
    expect(() => mergedProjectsMustDiffer(target, project('a'))).toThrow(
      refusal('project.merge_into_itself'),
    );
  });

  it('are of one model: project.merge_other_model', () => {
    expect(() => mergedProjectsMustHaveOneModel(target, source)).not.toThrow();
    const internal = project('b', { project_model: 'internal' });
    expect(() => mergedProjectsMustHaveOneModel(target, internal)).toThrow(
      refusal('project.merge_other_model'),
    );
  });

  it('are kept in one currency: project.merge_other_currency', () => {
    expect(() => mergedProjectsMustHaveOneCurrency(target, source)).not.toThrow();
    const euros = project('b', { currency_code: 'EUR' });
    expect(() => mergedProjectsMustHaveOneCurrency(target, euros)).toThrow(
      refusal('project.merge_other_currency'),
    );
  });

  it('have lists that fit into one: project.merge_list_too_long', () => {
    const numbered = <Item>(count: number, item: (number: number) => Item) =>
      Array.from({ length: count }, (_, index) => item(index));
    const lists = (identifiers: number, tags: readonly string[] = []) => ({
      crm_identifiers: numbered(identifiers, (number) => ({
        system: 's',
        identifier: `${number}`,
        url: null,
      })),
      tags: [...tags],
    });
    const hundred = numbered(100, (number) => `Tag ${number}`);
    const tooLong = (list: string) =>
      expect.objectContaining({
        code: 'project.merge_list_too_long',
        message: expect.stringContaining(list) as never,
      }) as never;

    expect(() => mergedListsMustHaveRoom(lists(12), lists(8))).not.toThrow();
    expect(() => mergedListsMustHaveRoom(lists(12), lists(9))).toThrow(tooLong('crm_identifiers'));
    const present = lists(0, ['TAG 0', 'tag 99']);
    expect(() => mergedListsMustHaveRoom(lists(0, hundred), present)).not.toThrow();
    expect(() => mergedListsMustHaveRoom(lists(0, hundred), lists(0, ['New']))).toThrow(tooLong('tags'));
  });

  it('lose no recorded time: project.merge_source_has_time', () => {
    expect(() => mergeSourceMustHaveNoTime(false)).not.toThrow();
    expect(() => mergeSourceMustHaveNoTime(true)).toThrow(refusal('project.merge_source_has_time'));
  });
});
