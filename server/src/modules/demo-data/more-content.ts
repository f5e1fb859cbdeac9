/** Invented patients; the sandbox model writes their plans. */
export const demoDietPlans = [
  {
    patientName: 'Asha Rao (demo)',
    disease: 'Type 2 diabetes',
    patientAge: 54,
    patientGender: 'Female',
    allergies: ['peanuts'],
    numberOfDays: 7,
  },
  {
    patientName: 'Jonas Weber (demo)',
    disease: 'Hypertension',
    patientAge: 47,
    patientGender: 'Male',
    weightKg: 88,
    heightCm: 182,
    activity: 'light',
    dietaryRestrictions: ['Vegetarian'],
    numberOfDays: 3,
    mealsPerDay: 4,
    consentGiven: true,
  },
] as const

export const demoArtifacts = [
  {
    name: 'Order total - demo',
    artifactType: 'utility_function',
    language: 'typescript',
    reasoning: 'Sums the amounts of order lines in whole cents, so that no rounding error can appear in an invoice.',
    code: `interface Line {
  quantity: number
  cents: number
}

export function orderTotal(lines: Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.cents, 0)
}
`,
    tests: `test('adds lines', () => assert.equal(orderTotal([{ quantity: 2, cents: 150 }, { quantity: 1, cents: 99 }]), 399))
test('is zero without lines', () => assert.equal(orderTotal([]), 0))
`,
  },
  {
    name: 'Open invoices - demo',
    artifactType: 'database_migration',
    language: 'sql',
    reasoning: 'An index for the list of open invoices by due date.',
    code: `create index invoices_open on invoices (due_date)
where status in ('Pending', 'Overdue');
`,
  },
  {
    name: 'Greeting card - demo',
    artifactType: 'react_component',
    language: 'tsx',
    framework: 'React',
    reasoning: 'A small card with a greeting. The tag at its end is not closed: see what the parser says.',
    code: `export function GreetingCard({ name }: { name: string }) {
  return (
    <section>
      <h2>Hello {name}</h2>
    </div>
  )
}
`,
  },
] as const
