import { Module } from '@nestjs/common';
import { RetentionLoops } from './retention-loops.js';

@Module({ providers: [RetentionLoops] })
export class RetentionModule {}
