import { errorTexts } from '@teleward/contract/core/errors.en.gen.ts'
import { z } from 'zod'
import zodTexts from 'zod/v4/locales/en.js'
import type { Platform } from '../types.ts'

z.config(zodTexts())

export const platform: Platform = { errors: errorTexts }
