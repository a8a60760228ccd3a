import { describe, expect, it } from '@jest/globals';
import { notFound } from '../errors/index.js';
import { declaredResources, declareResources, resourceOfNoun, resourceOfType } from './declared-resources.js';
import { defineResource } from './resource-definition.js';

const kite = (members: object = {}) =>
  defineResource({
    type: 'stuntkite',
    noun: 'stunt kite',
    table: 'stunt_kites',
    notFound: notFound('kite.not_found', 'There is no kite with this id.'),
    ...members,
  });

describe('the declared resources', () => {
  it('are found by the name in topics and by the noun, and have both alone', () => {
    const declared = kite();
    declareResources([declared]);
    expect([resourceOfType('stuntkite'), resourceOfNoun('stunt kite')]).toEqual([declared, declared]);
    expect([resourceOfType('stunt kite'), resourceOfNoun('stuntkite')]).toEqual([undefined, undefined]);
    expect(() => declareResources([kite({ noun: 'kite' })])).toThrow('"stuntkite" is declared twice');
    expect(() => declareResources([kite({ type: 'kite' })])).toThrow('Two resources are called "stunt kite"');
    expect(declaredResources()).toContain(declared);
  });
});
