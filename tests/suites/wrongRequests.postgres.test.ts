import { wrongRequestSuite } from './wrongRequests.ts'

wrongRequestSuite()
