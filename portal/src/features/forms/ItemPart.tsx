import type { FhirItem } from '@teleward/contract/forms/fhir.ts'
import type { ReactNode } from 'react'

/** What is set about one question, and how it changes. */
export interface Part {
  item: FhirItem
  onChange: (to: (item: FhirItem) => FhirItem) => void
}
export const Act = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <button type="button" className="icbtn" aria-label={label} title={label} onClick={onClick}>
    {icon}
  </button>
)
