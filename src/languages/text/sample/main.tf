# Where the shelves live.
variable "region" {
  default = "eu" # near us
}

resource "aws_s3_bucket" "shelves" {
  bucket = "shelves"
}

module "network" {
  source = "./modules/network"
}

data "aws_iam_policy" "read" {}
output "bucket" { value = aws_s3_bucket.shelves.id }
