import type { ListQuery } from '#model/query.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { ApprovalParts } from '../../approvals/types.ts'
import type { ExportForm } from '../../exchange/exportForm.ts'
import type { OperationParts } from '../../operations/types.ts'
import type { Access } from '../../permissions/types.ts'
import type { Reader } from '../../store/types.ts'
import type { TransactionalWriter, TxWriteContext } from '../../store/write/writer.ts'
import type { Ctx } from '../../web/context.ts'
import type { TimelineRouteParts } from '../timeline.ts'
import type { RunOnce, Written } from '../../web/writes.ts'

/** Dependencies of the collection routes. */
export interface CollectionParts {
  readonly model: Model
  readonly reader: Reader
  readonly writer: TransactionalWriter
  readonly once: RunOnce
  readonly timeline: TimelineRouteParts
  /** IANA zone of the organisation, the default of aggregates. */
  readonly timeZone: () => Promise<string>
  /** Streams a list as a file. */
  readonly exportList: (
    resource: ResourceModel,
    query: ListQuery,
    access: Access,
    form: ExportForm,
  ) => AsyncIterable<Uint8Array>
  /** Starts an export as a job; returns the job. */
  readonly startExport: (
    resource: ResourceModel,
    query: ListQuery,
    form: ExportForm,
    context: TxWriteContext,
  ) => Promise<Written>
  readonly operations: OperationParts
  readonly approvals: ApprovalParts
  /** Starts an import; returns its job. */
  readonly startImport: (resource: ResourceModel, c: Ctx) => Promise<Response>
}
