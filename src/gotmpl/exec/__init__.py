"""From trees and data to text."""
