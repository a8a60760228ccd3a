import { SetMetadata, type CustomDecorator, type Type } from '@nestjs/common';

const LISTED = 'listed-page';

/** @param page of `pageOf` */
export const Listed = (page: Type): CustomDecorator => SetMetadata(LISTED, page);

export const listedBy = (handler: object): Type | undefined =>
  Reflect.getMetadata(LISTED, handler) as Type | undefined;
