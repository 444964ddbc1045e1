import type zhTW from '../zh-TW/imports.ts'
import type { Translation } from '../types.ts'

/** Files that are imported: the preview and its result. */
export default {
  template: 'Download the template',
  choose: 'Choose an Excel file',
  hint: 'Up to {{rows}} rows and {{size}} MB. A preview comes first; nothing is kept before.',
  good_other: '{{count}} good',
  bad_other: '{{count}} with errors',
  unknown: 'These columns are not imported, and what stands in them is left out: {{titles}}',
  sheets: 'Only the sheet "{{sheet}}" is read. These have titles too and are not imported: {{others}}',
  reading: 'Reading and checking the file…',
  running_other: 'Importing {{count}}, please keep this page open…',
  go_other: 'Import {{count}}',
  none: 'Nothing to import',
  done_other: '{{count}} imported',
  left_one: '{{count}} was left out: download the result, mend it and import again.',
  left_other: '{{count}} were left out: download the result, mend them and import again.',
  onlyBad: 'Errors only',
  result: 'Download the result',
  row: 'Row',
  problem: 'Check',
  ok: 'Good',
  in: 'Imported',
  another: 'Another file',
} satisfies Translation<typeof zhTW>
