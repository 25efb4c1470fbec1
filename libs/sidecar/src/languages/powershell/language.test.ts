import { checkLanguage } from "../testing/check.ts";

checkLanguage("Thing.ps1", {
  "functions, classes and variables": {
    source: `
      <#
      .SYNOPSIS
        A script.
      #>
      $Global:Config = @{ A = 1 }
      [string]$version = '1.0'
      # Gets it.
      function Get-Thing {
        [CmdletBinding()]
        param(
          [Parameter(Mandatory)][string]$Path
        )
        begin { $local = 1 }
        process { function Get-Inner { } }
      }
      function Set-Thing {
        <#
        .SYNOPSIS
          Sets it.
        #>
        param([switch]$Force)
      }
      function script:Hide-Thing($a, $b) { }
      filter Select-It { $_ }
      class Animal : Base, IThing {
        [string]$Name
        static [int] $Count
        Animal([string]$name) { $this.Name = $name }
        [void] Run([int]$x) { }
      }
      enum Color { Red; Green = 2 }
    `,
    outline: `
      variable Config 5-5
      variable version 6-6
      function Get-Thing 8-15
        function Get-Thing.Get-Inner 14-14
      function Set-Thing 16-22
      function Hide-Thing 23-23
      function Select-It 24-24
      class Animal 25-30
        property Animal.Name 26-26
        property Animal.Count 27-27
        constructor Animal.Animal 28-28
        method Animal.Run 29-29
      enum Color 31-31
        enum_member Color.Red 31-31
        enum_member Color.Green 31-31
    `,
    signatures: `
      Config | $Global:Config = @{ A = 1 }
      version | [string]$version = '1.0'
      Get-Thing | function Get-Thing
      Get-Thing.Get-Inner | function Get-Inner
      Set-Thing | function Set-Thing
      Hide-Thing | function script:Hide-Thing($a, $b)
      Select-It | filter Select-It
      Animal | class Animal : Base, IThing
      Animal.Name | [string]$Name
      Animal.Count | static [int] $Count
      Animal.Animal | Animal([string]$name)
      Animal.Run | [void] Run([int]$x)
      Color | enum Color
      Color.Green | Green = 2
    `,
    docs: `
      Config | A script.
      Get-Thing | Gets it.
      Set-Thing | Sets it.
    `,
    references: `
      6: type string
      9: decorator CmdletBinding
      11: decorator Parameter
      11: type string
      21: type switch
      25: extends Base
      25: extends IThing
      26: type string
      27: type int
      28: type string
      29: type void
      29: type int
    `,
  },
  calls: {
    source: `
      function Invoke-All {
        Invoke-Other -Path $path | Where-Object { $_.Name -eq (Get-Inner 1) }
        $store.Move(1, 2)
        [System.IO.File]::ReadAllText($path)
        [Animal]::new(3)
        Write-Host "x $(Get-Sub)"
      }
      Describe "Thing" {
        It "does" { Get-Thing | Should -Be 1 }
      }
    `,
    calls: `
      2: Invoke-Other in Invoke-All
      2: Where-Object in Invoke-All
      2: Get-Inner in Invoke-All
      3: $store . Move/2 in Invoke-All
      4: System.IO.File . ReadAllText/1 in Invoke-All
      5: Animal . new/1 in Invoke-All
      6: Write-Host in Invoke-All
      6: Get-Sub in Invoke-All
      8: Describe
      9: It
      9: Get-Thing
      9: Should
    `,
  },
  imports: {
    source: `
      using module ./Store.psm1
      using namespace System.IO
      Import-Module Pester -Force
      . ./other.ps1
      . $PSScriptRoot/lib.ps1
    `,
    imports: `
      1: import ./Store.psm1
      3: import Pester
      4: include ./other.ps1
      5: include $PSScriptRoot/lib.ps1
    `,
    diagnostics: "syntax_error",
  },
  "what is thrown away has no name": {
    source: `
      $null = New-Item -ItemType Directory
      $Names = 1
    `,
    outline: `
      variable Names 2-2
    `,
  },
  "an empty file": {
    source: "",
    outline: "",
    calls: "",
    imports: "",
  },
  "what stands behind a mistake is still found": {
    source: `
      function First { }
      $x = = 3
      function Second { }
    `,
    outline: `
      function First 1-1
      variable x 2-2
      function Second 3-3
    `,
  },
});
