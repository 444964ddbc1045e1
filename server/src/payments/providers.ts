import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/index.ts'
import { developmentCheckout } from './development.ts'
import type { CheckoutProvider } from './provider.ts'

/** The payment provider that the installation is configured for, if any. */
export const providerOf = (config: Config, db: Db): CheckoutProvider | undefined =>
  config.checkout === 'development' ? developmentCheckout(db) : undefined
