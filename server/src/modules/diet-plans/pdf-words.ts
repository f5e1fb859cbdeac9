/** The fixed words of a printed plan. */
export interface PdfWords {
  title: string
  notReviewed: string
  reference: string
  version: string
  from: string
  days: string
  day: string
  reviewedBy: string
  patient: string
  allergies: string
  meal: string
  ingredients: string
  protein: string
  carbs: string
  fat: string
  conflicts: string
  recommendations: string
  avoid: string
  emphasize: string
  source: string
  incomplete: string
  disclaimer: string
  pages: string
  shopping: string
  food: string
  amount: string
  mealType: (english: string) => string
}

type Written = Omit<PdfWords, 'mealType'> & { meals: Readonly<Record<string, string>> }

const english: Written = {
  title: 'Diet plan',
  notReviewed: 'Not reviewed',
  reference: 'Reference',
  version: 'version',
  from: 'From',
  days: 'Days',
  day: 'Day',
  reviewedBy: 'Reviewed by',
  patient: 'Patient',
  allergies: 'Allergies',
  meal: 'Meal',
  ingredients: 'Ingredients and preparation',
  protein: 'Protein',
  carbs: 'Carbohydrates',
  fat: 'Fat',
  conflicts: 'Conflicts',
  recommendations: 'Recommendations',
  avoid: 'Foods to avoid',
  emphasize: 'Foods to emphasize',
  source: 'Numbers',
  incomplete: '* not in the food table: not counted.',
  disclaimer: 'Not medical advice. This plan replaces no examination by a physician.',
  pages: 'Page {page} of {pages}',
  shopping: 'Shopping list',
  food: 'Food',
  amount: 'Amount',
  meals: {},
}

const languages: Readonly<Record<string, Written>> = {
  en: english,
  de: {
    title: 'Ernährungsplan',
    notReviewed: 'Nicht geprüft',
    reference: 'Kennzeichen',
    version: 'Version',
    from: 'Ab',
    days: 'Tage',
    day: 'Tag',
    reviewedBy: 'Geprüft von',
    patient: 'Patient',
    allergies: 'Allergien',
    meal: 'Mahlzeit',
    ingredients: 'Zutaten und Zubereitung',
    protein: 'Eiweiß',
    carbs: 'Kohlenhydrate',
    fat: 'Fett',
    conflicts: 'Konflikte',
    recommendations: 'Empfehlungen',
    avoid: 'Zu meiden',
    emphasize: 'Zu bevorzugen',
    source: 'Zahlen',
    incomplete: '* nicht in der Tabelle: nicht mitgezählt.',
    disclaimer: 'Keine medizinische Beratung. Dieser Plan ersetzt keine ärztliche Untersuchung.',
    pages: 'Seite {page} von {pages}',
    shopping: 'Einkaufsliste',
    food: 'Lebensmittel',
    amount: 'Menge',
    meals: {
      Breakfast: 'Frühstück',
      'Morning snack': 'Zwischenmahlzeit am Vormittag',
      Lunch: 'Mittagessen',
      'Afternoon snack': 'Zwischenmahlzeit am Nachmittag',
      Dinner: 'Abendessen',
      'Evening snack': 'Spätmahlzeit',
    },
  },
  es: {
    title: 'Plan de alimentación',
    notReviewed: 'Sin revisar',
    reference: 'Referencia',
    version: 'versión',
    from: 'Desde',
    days: 'Días',
    day: 'Día',
    reviewedBy: 'Revisado por',
    patient: 'Paciente',
    allergies: 'Alergias',
    meal: 'Comida',
    ingredients: 'Ingredientes y preparación',
    protein: 'Proteínas',
    carbs: 'Hidratos de carbono',
    fat: 'Grasas',
    conflicts: 'Conflictos',
    recommendations: 'Recomendaciones',
    avoid: 'Alimentos que evitar',
    emphasize: 'Alimentos recomendados',
    source: 'Cifras',
    incomplete: '* no está en la tabla: no se cuenta.',
    disclaimer: 'No es consejo médico. Este plan no sustituye un examen médico.',
    pages: 'Página {page} de {pages}',
    shopping: 'Lista de la compra',
    food: 'Alimento',
    amount: 'Cantidad',
    meals: {
      Breakfast: 'Desayuno',
      'Morning snack': 'Media mañana',
      Lunch: 'Almuerzo',
      'Afternoon snack': 'Merienda',
      Dinner: 'Cena',
      'Evening snack': 'Recena',
    },
  },
  fr: {
    title: 'Plan alimentaire',
    notReviewed: 'Non vérifié',
    reference: 'Référence',
    version: 'version',
    from: 'À partir du',
    days: 'Jours',
    day: 'Jour',
    reviewedBy: 'Vérifié par',
    patient: 'Patient',
    allergies: 'Allergies',
    meal: 'Repas',
    ingredients: 'Ingrédients et préparation',
    protein: 'Protéines',
    carbs: 'Glucides',
    fat: 'Lipides',
    conflicts: 'Conflits',
    recommendations: 'Recommandations',
    avoid: 'Aliments à éviter',
    emphasize: 'Aliments à privilégier',
    source: 'Chiffres',
    incomplete: '* absent de la table : non compté.',
    disclaimer: 'Ceci n’est pas un avis médical. Ce plan ne remplace pas un examen médical.',
    pages: 'Page {page} sur {pages}',
    shopping: 'Liste de courses',
    food: 'Aliment',
    amount: 'Quantité',
    meals: {
      Breakfast: 'Petit-déjeuner',
      'Morning snack': 'Collation du matin',
      Lunch: 'Déjeuner',
      'Afternoon snack': 'Goûter',
      Dinner: 'Dîner',
      'Evening snack': 'Collation du soir',
    },
  },
  ja: {
    title: '食事計画',
    notReviewed: '未確認',
    reference: '番号',
    version: '版',
    from: '開始日',
    days: '日数',
    day: '日目',
    reviewedBy: '確認者',
    patient: '患者',
    allergies: 'アレルギー',
    meal: '食事',
    ingredients: '材料と作り方',
    protein: 'たんぱく質',
    carbs: '炭水化物',
    fat: '脂質',
    conflicts: '不適合',
    recommendations: '推奨事項',
    avoid: '避ける食品',
    emphasize: '勧める食品',
    source: '数値',
    incomplete: '* 食品表にないため計算に含まれません。',
    disclaimer: '医学的助言ではありません。医師の診察に代わるものではありません。',
    pages: '{page} / {pages} ページ',
    shopping: '買い物リスト',
    food: '食品',
    amount: '量',
    meals: {
      Breakfast: '朝食',
      'Morning snack': '午前の間食',
      Lunch: '昼食',
      'Afternoon snack': '午後の間食',
      Dinner: '夕食',
      'Evening snack': '夜の間食',
    },
  },
}

export function pdfWords(language: string): PdfWords {
  const { meals, ...words } = languages[language] ?? english
  return { ...words, mealType: (name) => meals[name] ?? name }
}
