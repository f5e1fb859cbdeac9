import { expect, test } from 'vitest'
import { recogniseLanguage } from './recognise-language.ts'

test('the language of a text of one sentence is recognised', () => {
  const texts: [string, string][] = [
    ['en', 'Returns are accepted within thirty days of delivery.'],
    ['en', 'A carriage without horses.'],
    ['en', 'Opening hours: Monday to Friday, 9:00 to 18:00.'],
    ['de', 'Die Rückgabe ist innerhalb von dreißig Tagen nach der Lieferung möglich.'],
    ['de', 'Kündigungsfrist: drei Monate zum Quartalsende.'],
    ['de', 'Die Lieferung erfolgt in drei bis fünf Werktagen per DHL.'],
    ['de', 'Öffnungszeiten: Montag bis Freitag 9 bis 17 Uhr. Samstags geschlossen.'],
    ['en', 'Product: Hat; Price: 9.00 EUR; Colour: red'],
    ['es', 'Horario de apertura: de lunes a viernes de 9 a 17 h.'],
    ['es', 'Producto: Sombrero; Precio: 9,00; Color: rojo'],
    ['fr', 'Produit : Chapeau ; Prix : 9,00 ; Couleur : rouge'],
    ['es', 'Las devoluciones se aceptan en un plazo de treinta días después de la entrega.'],
    ['es', '¿Cuánto cuesta el envío?'],
    ['fr', 'Les retours sont acceptés dans un délai de trente jours après la livraison.'],
    ['fr', 'Horaires d’ouverture : du lundi au vendredi.'],
    ['ja', '製品コードは PPR-9087 です。'],
    ['ja', '品名: 机（木製）; 価格: 12000'],
    ['ja', '返品は三十日以内。Wi-Fi と USB-C に対応しています。'],
  ]
  for (const [language, text] of texts) expect([text, recogniseLanguage(text)]).toEqual([text, language])
})

test('of codes, numbers and other scripts nothing is said', () => {
  for (const text of ['', '4711', 'PPR-9087 XJ-12 QQ-7', 'A Coruña', 'PDF a', 'हिन्दी में कीमत', 'Привет, мир'])
    expect(recogniseLanguage(text)).toBeNull()
})
