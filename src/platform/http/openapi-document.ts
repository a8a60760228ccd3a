import { isDeepStrictEqual } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { apiDescription, apiTags } from './openapi-texts.js';

type ResponseObject = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string],
  { $ref: string }
>;

/** The OpenAPI 3.1 description of everything the program answers. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Planning and Delivery API')
    .setDescription(apiDescription)
    .setVersion('1.0.0')
    .setContact('The maintainers', 'https://example.com/planning-delivery-api', 'api@example.com')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'A personal access token.' },
      'X-API-KEY',
    );
  for (const [name, description] of Object.entries(apiTags)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (_controller, method) => method,
  });
  describePathParameters(document);
  shareRefusals(document);
  return document;
}

// Nest describes path parameters by their name only.
function describePathParameters(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as { parameters?: Record<string, unknown>[] }[]) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== 'path') continue;
        const owner = String(parameter.name).replace(/_?id$/, '').replaceAll('_', ' ');
        parameter.description = owner ? `Id of the ${owner}.` : 'Id of the resource.';
        parameter.schema = { type: 'string', format: 'uuid' };
        parameter.example = '0193c1a4-6f0e-7b7a-9a52-0d6a6f1c2b11';
      }
    }
  }
}

// Every operation can be refused in the same ways: they are written once, so that what is special stands out.
function shareRefusals(document: OpenAPIObject): void {
  const shared: Record<string, ResponseObject> = {};
  for (const path of Object.values(document.paths)) {
    for (const { responses } of Object.values(path) as { responses: Record<string, ResponseObject> }[]) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const name = `Refused${status}`;
        shared[name] ??= response;
        if (isDeepStrictEqual(shared[name], response)) {
          Object.assign(responses, { [status]: { $ref: `#/components/responses/${name}` } });
        }
      }
    }
  }
  document.components = { ...document.components, responses: shared };
}
