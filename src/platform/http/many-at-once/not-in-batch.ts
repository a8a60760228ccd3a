import { Reflector } from '@nestjs/core';

/** Of a route that is no operation of a batch, or of all routes of a controller. */
export const NotInBatch = Reflector.createDecorator<void>();
