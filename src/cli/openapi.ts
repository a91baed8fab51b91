/** `npm run openapi [file]`: writes the OpenAPI description to the file, or to standard output. */
import { writeFileSync } from 'node:fs'
import { compileModel } from '#model/compile.ts'
import { openApiDocument } from '#model/openapi.ts'
import { resources } from '#schemas/index.ts'

const text = `${JSON.stringify(openApiDocument(compileModel(resources), resources), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)
