import {
  data,
  headers,
  idempotencyKey,
  inPath,
  operation,
  query,
  type PathItem,
} from './operations.ts'
import { reference, type Schema } from './schemas.ts'

const file = reference('File')
const uploadId = inPath('id', 'Id of the upload.')
const upload: Schema = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    collection: { type: 'string', description: 'The collection it is meant for.' },
  },
}

/** Files and uploads. */
export const filePaths: Readonly<Record<string, PathItem>> = {
  '/api/files': {
    get: operation({
      id: 'getFiles',
      summary: 'Links to files',
      tag: 'Files',
      parameters: [query('ids', 'Up to 200 ids, by comma.')],
      problems: [400],
      response: {
        status: 200,
        description: 'Those the caller may see.',
        schema: data({ type: 'array', items: file }),
      },
    }),
    post: operation({
      id: 'uploadFile',
      summary: 'Upload a file',
      tag: 'Files',
      parameters: [idempotencyKey],
      multipart: upload,
      problems: [400, 413, 415, 422],
      response: {
        status: 201,
        description: 'Kept.',
        headers: {
          Location: { description: 'Address of the file.', schema: { type: 'string' } },
          'X-Operation-Id': headers['X-Operation-Id'],
        },
        schema: data(file),
      },
    }),
  },
  '/api/files/uploads': {
    post: operation({
      id: 'beginUpload',
      summary: 'Begin an upload in chunks',
      tag: 'Files',
      parameters: [idempotencyKey],
      problems: [400, 403, 409, 413, 415, 422],
      body: {
        type: 'object',
        required: ['name', 'size'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 1000 },
          size: { type: 'integer', minimum: 1, description: 'Bytes.' },
          collection: {
            type: 'string',
            maxLength: 100,
            description: 'The collection it is meant for.',
          },
        },
      },
      response: {
        status: 201,
        description:
          'Send the chunks to its address, or the whole to `direct` where that is given; what is not finished within a day is dropped.',
        headers: {
          Location: { description: 'Address of the upload.', schema: { type: 'string' } },
          'X-Operation-Id': headers['X-Operation-Id'],
        },
        schema: data(reference('Upload')),
      },
    }),
  },
  '/api/files/uploads/{id}': {
    get: operation({
      id: 'getUpload',
      summary: 'Status of an upload',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404],
      response: {
        status: 200,
        description: 'Where to resume after an interruption.',
        schema: data(reference('Upload')),
      },
    }),
    put: operation({
      id: 'sendPiece',
      summary: 'Send the next chunk of an upload',
      tag: 'Files',
      problems: [400, 403, 404, 409, 413, 415, 422],
      binary: { description: '`chunkBytes` bytes; the last chunk is shorter.' },
      parameters: [
        uploadId,
        {
          name: 'Upload-Offset',
          in: 'header',
          required: true,
          description:
            'Where the chunk begins. 409 with the right one in `offset` when it is not the next.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      response: { status: 200, description: 'Kept.', schema: data(reference('Upload')) },
    }),
    delete: operation({
      id: 'cancelUpload',
      summary: 'Cancel an upload',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404],
      response: { status: 204, description: 'Dropped, with all that had arrived.' },
    }),
  },
  '/api/files/uploads/{id}/finish': {
    post: operation({
      id: 'finishUpload',
      summary: 'Make a file of an upload',
      tag: 'Files',
      parameters: [uploadId],
      problems: [403, 404, 409, 413, 415, 422],
      response: {
        status: 201,
        description:
          'Kept: its content was looked at, measured and cleaned. A repeated request returns the same file.',
        headers: { Location: { description: 'Address of the file.', schema: { type: 'string' } } },
        schema: data(file),
      },
    }),
  },
  '/api/files/{id}': {
    get: operation({
      id: 'getFile',
      summary: 'Link to a file',
      tag: 'Files',
      parameters: [inPath('id', 'Id of the file.')],
      problems: [404],
      response: { status: 200, description: 'The file, with a link.', schema: data(file) },
    }),
  },
  '/api/files/{id}/storage': {
    get: operation({
      id: 'getFileStorage',
      summary: 'How a file is kept',
      tag: 'Files',
      parameters: [inPath('id', 'Id of the file.')],
      problems: [403, 404],
      response: {
        status: 200,
        description:
          'Checksum, store, who uploaded it and when, and a download link with its end. For staff who may see the file, not for people of a tenant.',
        schema: data(reference('FileStorage')),
      },
    }),
  },
}
