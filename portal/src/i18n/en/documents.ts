import type zhTW from '../zh-TW/documents.ts'
import type { Translation } from '../types.ts'

/** Documents: a note to be read and printed, and the page on which a paper is checked. */
export default {
  note: 'Consultation note',
  toRecord: 'Open the record',
  print: 'Print (PDF)',
  newer: 'There is a newer version of this note.',
  showNewer: 'Show it',
  none: 'No note of this visit yet',
  noneText: '{{name}} is to write it.',
  closedText:
    'The patient has not authorised the opening of this record. Ask for it, or for emergency access, in the record.',
  unsigned: 'NOT SIGNED',
  kind: {
    record: 'Consultation note',
    prescription: 'Prescription',
    certificate: 'Medical certificate',
    referral: 'Referral letter',
  },
  check: {
    title: 'Check a document',
    lead: 'Type the verification code from the foot of a page, to see whether the document was made here, and whether its source has changed since.',
    code: 'Verification code',
    look: 'Check',
    noCode: 'A verification code has 12 letters and digits',
    unknown: 'No document has the code {{code}}. It was not made here, or the code is wrong.',
    failed: 'This could not be checked',
    kind: 'Document',
    institution: 'Institution',
    made: 'Made',
    pages: 'Pages',
    state: {
      current: 'The code belongs to a document that was made here; what it was made from is unchanged since.',
      superseded:
        'The code belongs to a document that was made here, but there is a newer version of what it was made from.',
      withdrawn: 'The code belongs to a document that was made here, but what it was made from has been withdrawn.',
      draft: 'The document was made before the signature and proves nothing.',
    },
    paper: 'A code cannot show that the words on paper are untouched: compare the PDF file, or ask the institution.',
    file: 'Compare a PDF file',
    fileHint: 'The file is compared in this browser and goes nowhere.',
    same: 'The file is the one that was made.',
    other: 'The file is not the one that was made: it was changed, or is another document.',
    unread: 'This browser cannot read or compare the file.',
  },
} satisfies Translation<typeof zhTW>
