/** Links between repositories by the names of their packages: who calls a symbol of another repository, and where a call leads. */
import { describe, expect, it } from 'vitest';
import { AcrossRepositories } from '../../src/graph/across/across.ts';
import { languages } from '../../src/languages/registry.ts';
import { organisationOf, type RepositoryFiles } from './organisation.ts';

interface Case {
  ecosystem: string;
  library: RepositoryFiles;
  user: RepositoryFiles;
  /** The callers of each symbol of the library. */
  callers: Readonly<Record<string, readonly string[]>>;
  /** The package that answers name, with the range that the user requires. */
  by: readonly [name: string, range: string | null];
}

const cases: readonly Case[] = [
  {
    ecosystem: 'npm',
    library: {
      'package.json': '{ "name": "@acme/shop", "exports": { ".": "./src/index.ts", "./pay": "./src/pay.ts" } }',
      'src/index.ts': "export { Cart as Basket } from './cart.ts';\nexport function open() {}\n",
      'src/cart.ts':
        'export class Cart {\n  add(n: number) { return n; }\n  static empty() { return new Cart(); }\n}\n',
      'src/pay.ts': 'export default function pay() {}\n',
    },
    user: {
      'package.json': '{ "name": "app", "dependencies": { "@acme/shop": "^2.1.0" } }',
      'main.ts':
        "import { Basket, open } from '@acme/shop';\nimport settle from '@acme/shop/pay';\nexport function run() {\n  open();\n  settle();\n  return Basket.empty();\n}\n",
      'other.ts': "import { run } from './main.ts';\nrun().add(1);\n",
      'apart.ts': 'class Cart { add() {} }\nnew Cart().add();\nfunction open() {}\nopen();\n',
    },
    callers: {
      open: ['user main.ts:4 call'],
      pay: ['user main.ts:5 call'],
      'Cart.empty': ['user main.ts:6 call'],
      'Cart.add': ['user other.ts:2 call'],
    },
    by: ['@acme/shop', '^2.1.0'],
  },
  {
    ecosystem: 'Go',
    library: {
      'go.mod': 'module example.com/shop/v2\n\ngo 1.21\n',
      'cart.go':
        'package shop\n\ntype Cart struct{}\n\nfunc New() *Cart { return &Cart{} }\n\nfunc (c *Cart) Add(n int) {}\n',
      'pay/pay.go': 'package pay\n\nfunc Pay() {}\n',
    },
    user: {
      'go.mod': 'module example.com/app\n\nrequire (\n\texample.com/shop/v2 v2.1.0 // indirect\n)\n',
      'main.go':
        'package main\n\nimport (\n\t"example.com/shop/v2"\n\tp "example.com/shop/v2/pay"\n)\n\nfunc main() {\n\tc := shop.New()\n\tc.Add(1)\n\tp.Pay()\n}\n',
      'pay/pay.go': 'package pay\n\nfunc Pay() {}\n',
      'old.go': 'package main\n\nimport old "example.com/shop/pay"\n\nfunc oldPay() { old.Pay() }\n',
    },
    callers: {
      New: ['user main.go:9 call'],
      'Cart.Add': ['user main.go:10 call'],
      Pay: ['user main.go:11 call'],
    },
    by: ['example.com/shop/v2', 'v2.1.0'],
  },
  {
    ecosystem: 'Python, whose distribution has another name than its module',
    library: {
      'pyproject.toml': '[project]\nname = "Acme_Shop-Kit"\n',
      'src/shop/__init__.py': 'from .cart import Cart\nfrom .cart import pay as settle\n',
      'src/shop/cart.py':
        'class Cart:\n    def add(self, n):\n        return self\n\n\ndef pay():\n    return Cart()\n',
    },
    user: {
      'requirements.txt': 'acme-shop-kit[fast] >=2,<3 ; python_version > "3"\n',
      'app/__init__.py': '',
      'app/main.py':
        'import shop\nfrom shop import Cart\n\n\ndef run():\n    shop.settle().add(1)\n    return Cart().add(2).add(3)\n',
      'app/base.py': 'from shop.cart import Cart\n\n\nclass Mine(Cart):\n    def twice(self):\n        self.add(1)\n',
    },
    callers: {
      pay: ['user app/main.py:6 call'],
      Cart: ['user app/base.py:4 extends', 'user app/main.py:7 construct'],
      'Cart.add': ['user app/base.py:6 call', 'user app/main.py:6 call', 'user app/main.py:7 call'],
    },
    by: ['Acme_Shop-Kit', '>=2,<3'],
  },
  {
    ecosystem: 'Cargo, in a workspace, with a dash in its name',
    library: {
      'Cargo.toml': '[workspace]\nmembers = ["shop-kit"]\n',
      'shop-kit/Cargo.toml': '[package]\nname = "shop-kit"\nversion = "1.0.0"\n',
      'shop-kit/src/lib.rs': 'pub mod cart;\npub use cart::Cart;\n\npub fn pay() {}\n',
      'shop-kit/src/cart.rs':
        'pub struct Cart;\n\nimpl Cart {\n    pub fn new() -> Cart {\n        Cart\n    }\n    pub fn add(&self, n: u32) {}\n}\n',
    },
    user: {
      'Cargo.toml': '[package]\nname = "app"\n\n[dependencies]\nshop = { package = "shop-kit", version = "1.2" }\n',
      'src/main.rs':
        'use shop::cart::Cart;\n\nfn main() {\n    let cart = Cart::new();\n    cart.add(1);\n    shop::pay();\n}\n',
    },
    callers: {
      'Cart.new': ['user src/main.rs:4 call'],
      'Cart.add': ['user src/main.rs:5 call'],
      pay: ['user src/main.rs:6 call'],
    },
    by: ['shop-kit', '1.2'],
  },
  {
    ecosystem: 'Maven, from Java and Kotlin',
    library: {
      'pom.xml':
        '<project><parent><groupId>com.acme</groupId></parent><artifactId>shop</artifactId><!-- <artifactId>old</artifactId> --></project>',
      'src/main/java/com/acme/shop/Cart.java':
        'package com.acme.shop;\n\npublic class Cart {\n  public static Cart empty() { return new Cart(); }\n  public void add(int n) {}\n}\n',
    },
    user: {
      'pom.xml':
        '<project><artifactId>app</artifactId><properties><shop.version>3.1</shop.version></properties><dependencies><dependency><groupId>com.acme</groupId><artifactId>shop</artifactId><version>${shop.version}</version></dependency></dependencies></project>',
      'src/main/java/app/Main.java':
        'package app;\n\nimport com.acme.shop.Cart;\n\nclass Main {\n  Cart cart = Cart.empty();\n  void run() {\n    cart.add(1);\n  }\n}\n',
      'src/main/kotlin/app/More.kt':
        'package app\n\nimport com.acme.shop.*\n\nfun more() {\n  Cart.empty().add(2)\n}\n',
    },
    callers: {
      'Cart.empty': ['user src/main/java/app/Main.java:6 call', 'user src/main/kotlin/app/More.kt:6 call'],
      'Cart.add': ['user src/main/java/app/Main.java:8 call', 'user src/main/kotlin/app/More.kt:6 call'],
    },
    by: ['com.acme:shop', '3.1'],
  },
  {
    ecosystem: 'NuGet',
    library: {
      'src/Acme.Shop/Acme.Shop.csproj':
        '<Project><PropertyGroup><PackageId>Acme.Shop.Kit</PackageId></PropertyGroup></Project>',
      'src/Acme.Shop/Cart.cs':
        'namespace Acme.Shop;\n\npublic class Cart {\n  public static Cart Empty() => new Cart();\n  public void Add(int n) {}\n}\n\npublic static class CartExtensions {\n  public static void Pay(this Cart cart) {}\n}\n',
    },
    user: {
      'Directory.Packages.props':
        '<Project><ItemGroup><PackageVersion Include="Acme.Shop.Kit" Version="4.0.0" /></ItemGroup></Project>',
      'App/App.csproj': '<Project><ItemGroup><PackageReference Include="acme.shop.kit" /></ItemGroup></Project>',
      'App/Main.cs':
        'using Acme.Shop;\n\nnamespace App;\n\nclass Main {\n  void Run() {\n    var cart = Cart.Empty();\n    cart.Add(1);\n    cart.Pay();\n  }\n}\n',
    },
    callers: {
      'Cart.Empty': ['user App/Main.cs:7 call'],
      'Cart.Add': ['user App/Main.cs:8 call'],
      'CartExtensions.Pay': ['user App/Main.cs:9 call'],
    },
    by: ['Acme.Shop.Kit', '4.0.0'],
  },
  {
    ecosystem: 'Composer',
    library: {
      'composer.json': '{ "name": "acme/shop", "autoload": { "psr-4": { "Acme\\\\Shop\\\\": "src/" } } }',
      'src/Cart.php':
        '<?php\n\nnamespace Acme\\Shop;\n\nclass Cart\n{\n    public static function empty(): Cart\n    {\n        return new Cart();\n    }\n\n    public function add(int $n): void\n    {\n    }\n}\n',
    },
    user: {
      'composer.json': '{ "name": "acme/app", "require": { "php": "^8", "acme/shop": "^1.0 || ^2.0" } }',
      'src/Main.php':
        '<?php\n\nnamespace App;\n\nuse Acme\\Shop\\Cart;\n\nclass Main\n{\n    public function run(): void\n    {\n        $cart = Cart::empty();\n        $cart->add(1);\n        \\Acme\\Shop\\Cart::empty();\n    }\n}\n',
    },
    callers: {
      'Cart.empty': ['user src/Main.php:11 call', 'user src/Main.php:13 call'],
      'Cart.add': ['user src/Main.php:12 call'],
    },
    by: ['acme/shop', '^1.0 || ^2.0'],
  },
  {
    ecosystem: 'RubyGems, where Bundler requires the gem',
    library: {
      'shop.gemspec': "Gem::Specification.new do |s|\n  s.name = 'acme-shop'\nend\n",
      'lib/shop.rb':
        'module Shop\n  class Cart\n    def self.empty\n      new\n    end\n\n    def add(n)\n    end\n  end\nend\n',
    },
    user: {
      Gemfile: "source 'https://rubygems.org'\ngem 'acme-shop', '~> 2.0', '>= 2.0.1'\n",
      'app/main.rb': 'class Main\n  def run\n    cart = Shop::Cart.empty\n    cart.add(1)\n  end\nend\n',
    },
    callers: {
      'Cart.empty': ['user app/main.rb:3 call'],
      'Cart.add': ['user app/main.rb:4 call'],
    },
    by: ['acme-shop', '~> 2.0, >= 2.0.1'],
  },
];

describe.each(cases)('$ecosystem', ({ library, user, callers, by: [name, range] }) => {
  it('knows the callers in another repository, the package and the required versions', async () => {
    const organisation = await organisationOf({ library, user });
    const found: Record<string, string[]> = {};
    for (const symbol of Object.keys(callers)) found[symbol] = await organisation.callers('library', symbol);
    expect(found).toEqual(callers);
    for (const symbol of Object.keys(callers)) {
      for (const place of await organisation.places('library', symbol))
        expect([place.package, place.range, place.alsoIn]).toEqual([name, range, []]);
    }
  });
});

const shop = (text: string): RepositoryFiles => ({
  'package.json': '{ "name": "shop" }',
  'index.ts': `export function open() { ${text} }\n`,
});

it('follows a call into another repository, and through that into a third', async () => {
  const { callees } = await organisationOf({
    app: {
      'package.json': '{ "name": "app" }',
      'main.ts': "import { make } from 'shop';\nexport function run() {\n  make().pay();\n  run();\n}\n",
    },
    shop: {
      'package.json': '{ "name": "shop", "dependencies": { "bank": "1" } }',
      'index.ts': "import { Account } from 'bank';\nexport function make() { return new Account(); }\n",
    },
    bank: { 'package.json': '{ "name": "bank" }', 'index.ts': 'export class Account {\n  pay() {}\n}\n' },
  });
  expect(await callees('app', 'main.ts')).toEqual([
    '3 call > bank index.ts#Account.pay',
    '3 call > shop index.ts#make',
  ]);
});

it('answers for each of two repositories that provide one package, and names the other', async () => {
  const { callers, callees, places } = await organisationOf({
    app: { 'package.json': '{ "name": "app" }', 'main.ts': "import { open } from 'shop';\nopen();\n" },
    fork: shop('2'),
    shop: shop('1'),
  });
  expect(await callers('shop', 'open')).toEqual(['app main.ts:2 call']);
  expect(await callers('fork', 'open')).toEqual(['app main.ts:2 call']);
  expect((await places('shop', 'open')).map(({ alsoIn }) => alsoIn)).toEqual([['fork']]);
  // Where nobody asks for one of them, the first is meant.
  expect(await callees('app', 'main.ts')).toEqual(['2 call > fork index.ts#open']);
});

it('finds a package in a namespace of Python that several distributions share', async () => {
  const part = (name: string): RepositoryFiles => ({
    'setup.py': `from setuptools import setup\nsetup(\n    name="acme-cloud-${name}",\n)\n`,
    [`acme/cloud/${name}/__init__.py`]: `def ${name}():\n    pass\n`,
    [`tests/unit/__init__.py`]: '',
  });
  const { callers } = await organisationOf({
    app: {
      'main.py': 'from acme.cloud import store\nfrom acme.cloud.mail import mail\n\nstore.store()\nmail()\n',
    },
    mail: part('mail'),
    store: part('store'),
  });
  expect(await callers('store', 'store')).toEqual(['app main.py:4 call']);
  expect(await callers('mail', 'mail')).toEqual(['app main.py:5 call']);
});

it('prefers what a repository has itself, and reads nothing into modules of equal names', async () => {
  const { callers } = await organisationOf({
    app: {
      'utils.py': 'def open_all():\n    pass\n',
      'main.py': 'import utils\n\nutils.open_all()\n',
    },
    shop: { 'pyproject.toml': '[project]\nname = "utils"\n', 'utils.py': 'def open_all():\n    pass\n' },
  });
  expect(await callers('shop', 'open_all')).toEqual([]);
});

it('does not take a module for that of a package which the manifest does not require', async () => {
  const tools = {
    'pyproject.toml': '[project]\nname = "acme-tools"\n',
    'src/helpers/__init__.py': 'def help_all():\n    pass\n',
  };
  const main = 'import helpers\n\nhelpers.help_all()\n';
  const { callers } = await organisationOf({
    other: { 'requirements.txt': 'some-helpers==1\n', 'main.py': main },
    user: { 'requirements.txt': 'Acme_Tools\n', 'main.py': main },
    script: { 'main.py': main },
    tools,
  });
  expect(await callers('tools', 'help_all')).toEqual(['script main.py:3 call', 'user main.py:3 call']);
});

it('takes a copy in a folder for code of others for the package that it is a copy of', async () => {
  const library = { 'go.mod': 'module example.com/shop\n', 'shop.go': 'package shop\n\nfunc Open() {}\n' };
  const { callers } = await organisationOf({
    app: {
      'go.mod': 'module example.com/app\n\nrequire example.com/shop v1.0.0\n',
      'main.go': 'package main\n\nimport "example.com/shop"\n\nfunc main() { shop.Open() }\n',
      'vendor/example.com/shop/shop.go': library['shop.go'],
    },
    shop: library,
  });
  expect(await callers('shop', 'Open')).toEqual(['app main.go:5 call']);
});

it('does not take the names of a script for those of another repository', async () => {
  const { callers } = await organisationOf({
    app: {
      'package.json': '{ "name": "app", "dependencies": { "shop": "1" } }',
      'main.js': "import 'shop';\nsetup();\n",
    },
    shop: { 'package.json': '{ "name": "shop" }', 'index.js': 'function setup() {}\n' },
  });
  expect(await callers('shop', 'setup')).toEqual([]);
});

it('says where not all files could be asked', async () => {
  const { across, symbols } = await organisationOf({
    app: { 'package.json': '{ "name": "app" }', 'main.ts': "import { open } from 'shop';\nopen();\n" },
    shop: shop('1'),
  });
  const limited = new AcrossRepositories(languages, { files: 0 });
  limited.use(across.sources);
  expect(await limited.into(await symbols('shop', 'open'))).toEqual({ places: [], cut: ['app'] });
});
