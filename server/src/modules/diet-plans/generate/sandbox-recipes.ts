import type { WrittenIngredient } from '@imperium/contract/diet-plans/diet-plan.ts'

export interface Recipe {
  name: string
  kind: 'breakfast' | 'main' | 'snack'
  ingredients: readonly WrittenIngredient[]
  preparation: string
}

type Line = readonly [food: string, amount: number, unit?: string, state?: 'raw' | 'cooked']

const recipe = (kind: Recipe['kind'], name: string, preparation: string, ...lines: readonly Line[]): Recipe => ({
  kind,
  name,
  preparation,
  ingredients: lines.map(([food, amount, unit = 'g', state = 'raw']) => ({ name: food, food, amount, unit, state })),
})

/** What the sandbox model cooks: plain dishes of foods that the table holds. */
export const sandboxRecipes: readonly Recipe[] = [
  recipe(
    'breakfast',
    'Porridge with banana and almonds',
    'Simmer the oats in the milk for five minutes. Top with banana and almonds.',
    ['rolled oats', 50],
    ['skim milk', 200, 'ml'],
    ['banana', 1, 'medium'],
    ['almonds', 15],
  ),
  recipe(
    'breakfast',
    'Scrambled tofu with spinach',
    'Crumble the tofu and fry it with turmeric; stir in the spinach.',
    ['firm tofu', 150],
    ['spinach', 60],
    ['turmeric', 1, 'tsp'],
    ['olive oil', 1, 'tsp'],
    ['whole wheat bread', 1, 'slice'],
  ),
  recipe(
    'breakfast',
    'Boiled eggs with tomato and rye bread',
    'Boil the eggs for eight minutes. Serve with sliced tomato and bread.',
    ['boiled eggs', 2, 'large', 'cooked'],
    ['tomato', 120],
    ['rye bread', 2, 'slice'],
  ),
  recipe(
    'breakfast',
    'Blueberry bowl with pumpkin seeds',
    'Stir the oats into the soy milk and leave them overnight. Top with berries and seeds.',
    ['rolled oats', 40],
    ['soy milk', 180, 'ml'],
    ['blueberries', 100],
    ['pumpkin seeds', 15],
  ),
  recipe(
    'main',
    'Lentil stew with carrots and brown rice',
    'Fry onion and carrots in the oil, add the lentils and simmer until soft. Serve with rice.',
    ['lentils', 180, 'g', 'cooked'],
    ['carrots', 80],
    ['onion', 50],
    ['olive oil', 1, 'tbsp'],
    ['brown rice', 150, 'g', 'cooked'],
  ),
  recipe(
    'main',
    'Chicken breast with broccoli and potatoes',
    'Roast the chicken and potatoes for 30 minutes. Steam the broccoli and add lemon.',
    ['chicken breast', 130, 'g', 'cooked'],
    ['broccoli', 150, 'g', 'cooked'],
    ['potatoes', 180, 'g', 'cooked'],
    ['olive oil', 1, 'tbsp'],
    ['lemon', 20],
  ),
  recipe(
    'main',
    'Baked salmon with green beans and quinoa',
    'Bake the salmon for 15 minutes. Serve with beans and quinoa.',
    ['salmon', 120, 'g', 'cooked'],
    ['green beans', 150, 'g', 'cooked'],
    ['quinoa', 130, 'g', 'cooked'],
    ['olive oil', 2, 'tsp'],
  ),
  recipe(
    'main',
    'Chickpea curry with rice',
    'Fry onion, garlic and cumin, add tomatoes and chickpeas and simmer for 20 minutes. Serve with rice.',
    ['chickpeas', 160, 'g', 'cooked'],
    ['tomato', 120],
    ['onion', 60],
    ['garlic', 5],
    ['cumin', 1, 'tsp'],
    ['olive oil', 1, 'tbsp'],
    ['rice', 150, 'g', 'cooked'],
  ),
  recipe(
    'main',
    'Black bean bowl with avocado',
    'Warm the beans with paprika. Serve on rice with pepper and avocado.',
    ['black beans', 150, 'g', 'cooked'],
    ['brown rice', 140, 'g', 'cooked'],
    ['red bell pepper', 80],
    ['avocado', 60],
    ['paprika', 1, 'tsp'],
  ),
  recipe(
    'main',
    'Tofu with bok choy and rice',
    'Fry the tofu until golden, add ginger and bok choy. Serve with rice.',
    ['firm tofu', 160],
    ['bok choy', 150, 'g', 'cooked'],
    ['ginger', 5],
    ['canola oil', 1, 'tbsp'],
    ['rice', 160, 'g', 'cooked'],
  ),
  recipe(
    'main',
    'Cod with sweet potato and peas',
    'Steam the cod. Mash the sweet potato and serve with peas.',
    ['cod', 150, 'g', 'cooked'],
    ['sweet potato', 180, 'g', 'cooked'],
    ['green peas', 100, 'g', 'cooked'],
    ['olive oil', 2, 'tsp'],
  ),
  recipe('snack', 'Apple with walnuts', 'Slice the apple and serve with the nuts.', ['apple', 1, 'medium'], ['walnuts', 15]),
  recipe('snack', 'Carrot sticks with hummus', 'Cut the carrots into sticks.', ['carrots', 100], ['hummus', 40]),
  recipe('snack', 'Plain yogurt with strawberries', 'Stir the strawberries into the yogurt.', ['plain yogurt', 150], ['strawberries', 100]),
  recipe('snack', 'Orange and pumpkin seeds', 'Peel the orange and serve with the seeds.', ['orange', 150], ['pumpkin seeds', 15]),
]
