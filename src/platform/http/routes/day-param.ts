import { Injectable, Param, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { invalid } from '../../errors/index.js';
import { isCalendarDate, type CalendarDate } from '../../values/index.js';
import { DATE_FAULT } from '../members/value.member.js';

@Injectable()
class PathDayPipe implements PipeTransform<string, CalendarDate> {
  transform(value: string, { data = 'day' }: ArgumentMetadata): CalendarDate {
    if (!isCalendarDate(value)) throw invalid({ [data]: [DATE_FAULT] });
    return value;
  }
}

export const DayParam = (name: string): ParameterDecorator => Param(name, PathDayPipe);
