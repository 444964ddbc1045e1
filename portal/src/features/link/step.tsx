import { WarningOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'

export interface StepFault {
  code: string
  words: string
}

/** One act at a time; what went wrong stands beside the button that tried it. */
export function useStep() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<StepFault | null>(null)
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setFault(null)
    try {
      await act()
      return true
    } catch (error) {
      setFault({ code: error instanceof ApiError ? error.code : 'ERROR', words: errorMessage(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, fault, setFault }
}

export function Fault({ fault }: { fault: { words: string } | null }) {
  if (!fault) return null
  return (
    <p className="lk-note bad" role="alert">
      <WarningOutlined aria-hidden="true" /> {fault.words}
    </p>
  )
}
