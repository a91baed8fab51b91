import { hiddenFieldSuite } from './permissions.fields.ts'

hiddenFieldSuite()
