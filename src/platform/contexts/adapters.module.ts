import { Module, type DynamicModule, type Type } from '@nestjs/common';

@Module({})
export class AdaptersModule {
  static forRoot(adapters: readonly Type[]): DynamicModule {
    return { module: AdaptersModule, global: true, imports: [...adapters], exports: [...adapters] };
  }
}
