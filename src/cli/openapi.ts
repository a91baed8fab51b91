/** Prints the OpenAPI description of the API. */
import { compileModel } from '#model/compile.ts'
import { openApiDocument } from '#model/openapi.ts'
import { resources } from '#schemas/index.ts'

process.stdout.write(`${JSON.stringify(openApiDocument(compileModel(resources), resources), null, 2)}\n`)
