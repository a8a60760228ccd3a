import { Injectable, Param, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import { isId } from '../../values/index.js';

@Injectable()
class PathIdPipe implements PipeTransform<string, string> {
  transform(value: string, { data = 'id' }: ArgumentMetadata): string {
    if (!isId(value)) throw invalid({ [data]: ['must be a UUID'] });
    return value.toLowerCase();
  }
}

export const IdParam = (name = 'id'): ParameterDecorator => Param(name, PathIdPipe);
