import { canarySuite } from './permissions.canary.ts'

canarySuite()
