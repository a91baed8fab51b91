/** Seeds a product in the given directory, which the products of many test files are copied from. */
import { makeTemplate } from './journeyTemplate.ts'

await makeTemplate(process.argv[2] ?? '')
