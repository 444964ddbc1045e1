import { z } from 'zod'
import { drugIssue } from './issue.ts'

/** Something that was not looked at, and is therefore not known to be fine. */
export const uncheckedKind = z.enum([
  /** The record is not open: allergies and history are not known here. */
  'recordClosed',
  /** Nobody has asked about allergies. */
  'allergiesNotAsked',
  /** An allergy in words that no drug of the tables answers to. */
  'allergyWords',
  /** Which ingredients the drug has is not known: of it nothing was checked. */
  'ingredients',
  /** Some of its ingredients are not known. */
  'partOfIngredients',
  /** Put on skin, into an eye, breathed in: of it allergies alone are compared. */
  'local',
  /** The tables have no dose of it. */
  'doseLimit',
  /** The tables have a most for adults alone: of a child nothing but that was compared. */
  'childDose',
  /** How much a day it comes to cannot be computed. */
  'dailyDose',
  'age',
  'weight',
  'kidney',
  'pregnancy',
])
export type UncheckedKind = z.output<typeof uncheckedKind>
export const unchecked = z.object({ kind: uncheckedKind, names: z.array(z.string()) })
export type Unchecked = z.output<typeof unchecked>

export const drugCheck = z.object({ issues: z.array(drugIssue), unchecked: z.array(unchecked) })
export type DrugCheck = z.output<typeof drugCheck>
