import type { Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { metadataOf } from '../route-metadata.js';

/** With a page of `pageOf`. */
export const Listed = Reflector.createDecorator<Type>();

export const listedBy = (handler: object): Type | undefined => metadataOf(Listed, handler);
