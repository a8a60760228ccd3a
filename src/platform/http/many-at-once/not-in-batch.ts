import { SetMetadata, type CustomDecorator } from '@nestjs/common';

const ALONE = 'not-in-batch';

/** Of a route that is no operation of a batch, or of all routes of a controller. */
export const NotInBatch = (): CustomDecorator => SetMetadata(ALONE, true);

export const isNotInBatch = (target: object): boolean => Reflect.getMetadata(ALONE, target) === true;
