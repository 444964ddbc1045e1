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
  doubtful_one: '{{count}} to check',
  doubtful_other: '{{count}} to check',
  hidden_one:
    '{{count}} row is hidden or filtered out in the sheet and would be imported like the others: row {{rows}}. To leave it out, delete it in the file and choose the file again.',
  hidden_other:
    '{{count}} rows are hidden or filtered out in the sheet and would be imported like the others: rows {{rows}}. To leave them out, delete them in the file and choose the file again.',
  hiddenIn_one: '{{count}} row is hidden or filtered out in the sheet and was treated like the others: row {{rows}}.',
  hiddenIn_other:
    '{{count}} rows are hidden or filtered out in the sheet and were treated like the others: rows {{rows}}.',
  reading: 'Reading and checking the file…',
  running_other: 'Importing {{count}}, please keep this page open…',
  go_other: 'Import {{count}}',
  none: 'Nothing to import',
  done_other: '{{count}} imported',
  left_one: '{{count}} was left out: download the result, mend it and import again.',
  left_other: '{{count}} were left out: download the result, mend them and import again.',
  onlyBad: 'Errors and doubts only',
  result: 'Download the result',
  row: 'Row',
  problem: 'Check',
  ok: 'Good',
  in: 'Imported',
  another: 'Another file',
} satisfies Translation<typeof zhTW>
