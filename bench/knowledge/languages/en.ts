import type { LanguageCorpus } from './corpus.ts'

export const en: LanguageCorpus = {
  documents: [
    [
      'harbour-cycles.md',
      `# Harbour Cycles customer handbook

## Renting a bicycle

City bikes are 18 euros a day, electric bikes 34 euros. Children under twelve ride free together with a paying adult. Bring an identity card; we keep no deposit in cash but reserve 150 euros on your card.

## Returning a rented bicycle

Bring the bicycle back until 19:00 on the last day. After that we charge 5 euros for every started hour. Outside of our hours, lock it to the rack behind the shop and put the key into the grey box.

## Punctures and breakdowns

Every rental bike has a pump and patches below the saddle. If you cannot go on, call 0800 55 11 22 and we fetch you within two hours, at most 30 kilometres from the harbour.

## Theft and damage

A stolen bicycle must be reported to the police on the same day. With the protection package (4 euros a day) you pay no more than 90 euros for loss or damage; without it, you pay the current value.

## Workshop

A service takes three working days and starts at 59 euros. Spare parts are extra. We send a text message when the bicycle can be collected; after 14 days we charge storage.

## Buying a new bicycle

New bicycles have five years of warranty on the frame and two on all other parts. You may exchange a bicycle within 30 days if it has been ridden less than 50 kilometres. Payment by instalments is possible from 500 euros on.

## Shipping

We deliver bicycles in Ireland and Great Britain in a box, 90 percent assembled. Delivery takes four to six working days and is free above 800 euros, otherwise it is 39 euros.
`,
    ],
    [
      'elm-street-dental.md',
      `# Elm Street Dental: information for patients

## Appointments

Book on our website or by telephone between 8:00 and 17:00. New patients should arrive fifteen minutes early to fill in the medical questionnaire. We see emergencies on the same day.

## Cancellations

Please tell us at least 24 hours ahead if you cannot come. For a missed appointment we invoice 45 pounds.

## Children

We see children from their first tooth. Check-ups for anyone below 18 are covered by the national scheme. A parent has to be in the room until the age of 16.

## After an extraction

Do not eat for two hours, do not smoke for two days, and avoid hot drinks on the first evening. Bite on the gauze for thirty minutes if it bleeds. Swelling goes down after three days; call us if it does not.

## Fees and insurance

An examination is 60 pounds, a polish by the hygienist 75 pounds, a white filling from 120 pounds. We send the invoice to most private insurers directly. You can pay by card, not in cash.

## Your records

We keep notes and X-ray images for eleven years. Ask at the desk for a copy; you receive it as a PDF within a month, at no charge.

## Getting here

Bus 14 stops at the door. There are four parking spaces behind the house, one of them for wheelchair users. The surgery is on the first floor, and there is a lift.
`,
    ],
  ],
  tuning: {
    answered: [
      ['harbour-cycles.md#Renting a bicycle', 'How much is an e-bike per day?'],
      ['harbour-cycles.md#Returning a rented bicycle', 'What happens if I come back too late?'],
      ['harbour-cycles.md#Punctures and breakdowns', 'I have a flat tyre, what now?'],
      ['harbour-cycles.md#Theft and damage', 'Somebody took my rental bike, what do I have to do?'],
      ['harbour-cycles.md#Workshop', 'How long does a repair of my own bike take?'],
      ['harbour-cycles.md#Shipping', 'Do you send bikes to England?'],
      ['elm-street-dental.md#Appointments', 'Can I be treated today if I am in pain?'],
      ['elm-street-dental.md#Cancellations', 'What does it cost if I do not show up?'],
      ['elm-street-dental.md#Children', 'From which age do you look after kids?'],
      ['elm-street-dental.md#After an extraction', 'When may I eat again after a tooth was pulled?'],
      ['elm-street-dental.md#Fees and insurance', 'Do you accept cash?'],
      ['elm-street-dental.md#Getting here', 'Is the practice accessible for wheelchairs?'],
    ],
    unanswerable: [
      'Do you sell helmets for horse riding?',
      'Which wine goes with fish?',
      'How many people work in your practice?',
      'Can I bring my dog to the dentist?',
    ],
  },
  closed: {
    answered: [
      ['harbour-cycles.md#Renting a bicycle', 'Do I have to leave a deposit?'],
      ['harbour-cycles.md#Returning a rented bicycle', 'Where do I put the key when the shop is already closed?'],
      ['harbour-cycles.md#Theft and damage', 'How much do I pay at most if the bike is damaged and I have the protection?'],
      ['harbour-cycles.md#Buying a new bicycle', 'How long is the guarantee on the frame?'],
      ['harbour-cycles.md#Buying a new bicycle', 'Can I pay for a new bike in instalments?'],
      ['harbour-cycles.md#Shipping', 'From which amount is delivery free of charge?'],
      ['elm-street-dental.md#Appointments', 'How do I make an appointment?'],
      ['elm-street-dental.md#Cancellations', 'How early must I cancel my visit?'],
      ['elm-street-dental.md#After an extraction', 'May I smoke after my tooth was taken out?'],
      ['elm-street-dental.md#Fees and insurance', 'What is the price of a filling?'],
      ['elm-street-dental.md#Your records', 'Can I get a copy of my X-rays?'],
      ['elm-street-dental.md#Getting here', 'Where can I park my car?'],
    ],
    unanswerable: [
      'Do you repair motorcycles?',
      'What is the wifi password?',
      'Do you offer teeth whitening?',
      'Is there a discount for students?',
    ],
  },
}
